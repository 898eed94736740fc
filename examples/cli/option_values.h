// The text of an option's value turned into what it means.
//
// Errors: a usage Failure that names the option (`label`), the value and what would be right; kLimit where a whole
// number passes a limit of the library.

#ifndef NINEFOLD_EXAMPLES_CLI_OPTION_VALUES_H_
#define NINEFOLD_EXAMPLES_CLI_OPTION_VALUES_H_

#include <ninefold/border.h>
#include <ninefold/image.h>
#include <ninefold/plan.h>

#include <cstdint>
#include <string>
#include <vector>

#include "format.h"
#include "metadata.h"
#include "numbers.h"

namespace ninefold::cli {

enum class AlphaMode { kPremultiply, kIgnore };

Pair<double> SigmaValue(const std::string& label, const std::string& value);
Pair<int64_t> RadiusValue(const std::string& label, const std::string& value);
Pair<int64_t> AnchorValue(const std::string& label, const std::string& value);
std::vector<double> TapsValue(const std::string& label, const std::string& value);
std::vector<double> NumbersValue(const std::string& label, const std::string& value);  // one or more, commas between
double NumberValue(const std::string& label, const std::string& value);
ApertureMethod MethodValue(const std::string& label, const std::string& value);
double ShareValue(const std::string& label, const std::string& value);  // 0 to 1
int64_t WholeValue(const std::string& label, const std::string& value, int64_t low, int64_t high);
int64_t CountValue(const std::string& label, const std::string& value);  // 1 or more
int64_t BytesValue(const std::string& label, const std::string& value);  // 1 or more
Pair<int64_t> SizeValue(const std::string& label, const std::string& value);
Border BorderValue(const std::string& label, const std::string& value);
bool OnOffValue(const std::string& label, const std::string& value);
AlphaMode AlphaValue(const std::string& label, const std::string& value);
ElementType DepthValue(const std::string& label, const std::string& value);  // 8, 16, 32f
ElementType TypeValue(const std::string& label, const std::string& value);   // u8, u16, f32
MetadataChoice MetadataValue(const std::string& label, const std::string& value);
FileFormat FormatValue(const std::string& label, const std::string& value);

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_OPTION_VALUES_H_
