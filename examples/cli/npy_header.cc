#include "npy_header.h"

#include <charconv>
#include <set>
#include <system_error>

#include "failure.h"

namespace ninefold::cli {
namespace {

// Reads the few kinds of Python literals that such a dictionary has.
class Literals {
 public:
  explicit Literals(std::string_view text) : rest_(text) {}

  // Takes the text if it stands next.
  bool Take(std::string_view text) {
    const size_t start = rest_.find_first_not_of(" \t\r\n");
    rest_.remove_prefix(start == std::string_view::npos ? rest_.size() : start);
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }

  void Expect(std::string_view text) {
    if (!Take(text)) Fail("there is no " + std::string(text));
  }

  std::string String() {
    const char quote = Take("'") ? '\'' : '"';
    if (quote == '"') Expect("\"");
    const size_t end = rest_.find(quote);
    if (end == std::string_view::npos) Fail("a string does not end");
    std::string value(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    return value;
  }

  bool Boolean() {
    if (Take("True")) return true;
    Expect("False");
    return false;
  }

  std::vector<int64_t> Tuple() {
    std::vector<int64_t> values;
    Expect("(");
    while (!Take(")")) {
      int64_t value = 0;
      Take("");  // blanks
      const auto result = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
      if (result.ec != std::errc() || value < 0) Fail("the shape is no list of sizes");
      rest_.remove_prefix(static_cast<size_t>(result.ptr - rest_.data()));
      values.push_back(value);
      if (!Take(",")) {
        Expect(")");
        break;
      }
    }
    return values;
  }

  bool AtEnd() { return Take("") && rest_.empty(); }

  [[noreturn]] static void Fail(const std::string& what) {
    throw FileFailure("is a broken NPY: in its header " + what);
  }

 private:
  std::string_view rest_;
};

}  // namespace

NpyHeader ParseNpyHeader(std::string_view text) {
  NpyHeader header;
  Literals literals(text);
  std::set<std::string> keys;
  literals.Expect("{");
  while (!literals.Take("}")) {
    const std::string key = literals.String();
    literals.Expect(":");
    if (key == "descr") {
      if (literals.Take("[")) throw FileFailure("is an NPY of records, not of numbers");
      header.descr = literals.String();
    } else if (key == "fortran_order") {
      header.fortran_order = literals.Boolean();
    } else if (key == "shape") {
      header.shape = literals.Tuple();
    } else {
      Literals::Fail("there is an unknown key " + key);
    }
    if (!keys.insert(key).second) Literals::Fail("there are two keys " + key);
    if (!literals.Take(",")) {
      literals.Expect("}");
      break;
    }
  }
  if (keys.size() != 3) Literals::Fail("a key is missing (descr, fortran_order, shape)");
  if (!literals.AtEnd()) Literals::Fail("something follows the dictionary");
  return header;
}

std::string MakeNpyHeader(const NpyHeader& header) {
  std::string text = "{'descr': '" + header.descr + "', 'fortran_order': False, 'shape': (";
  for (size_t i = 0; i < header.shape.size(); ++i) text += (i > 0 ? ", " : "") + std::to_string(header.shape[i]);
  text += header.shape.size() == 1 ? ",), }" : "), }";
  constexpr size_t kBefore = 10;  // magic, version, length
  constexpr size_t kAlignment = 64;
  const size_t unpadded = kBefore + text.size() + 1;
  text += std::string((kAlignment - unpadded % kAlignment) % kAlignment, ' ') + '\n';
  const auto length_byte = [&](int shift) { return static_cast<char>(text.size() >> shift & 0xFF); };
  return std::string("\x93NUMPY\x01", 7) + '\0' + length_byte(0) + length_byte(8) + text;
}

}  // namespace ninefold::cli
