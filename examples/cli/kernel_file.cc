#include "kernel_file.h"

#include <algorithm>

#include "failure.h"
#include "input.h"
#include "numbers.h"
#include "text.h"

namespace ninefold::cli {
namespace {

constexpr int64_t kMaxFileBytes = 16'000'000;  // 200 bytes for each weight of the largest kernel
constexpr std::string_view kBlanks = " \t\r";

std::vector<double> ParseRow(std::string_view line, int64_t line_number) {
  std::vector<double> row;
  while (true) {
    const size_t start = line.find_first_not_of(kBlanks);
    if (start == std::string_view::npos) return row;
    line.remove_prefix(start);
    const std::string_view word = line.substr(0, line.find_first_of(kBlanks));
    const auto number = ParseNumber(word);
    if (!number) {
      throw UsageFailure("line " + std::to_string(line_number) + " of the kernel has " + Quoted(word) +
                         " where a finite number must stand");
    }
    row.push_back(*number);
    line.remove_prefix(word.size());
  }
}

}  // namespace

KernelTable ParseKernelTable(std::string_view text) {
  KernelTable table;
  for (int64_t line_number = 1; !text.empty(); ++line_number) {
    const size_t line_end = text.find('\n');
    const std::vector<double> row = ParseRow(text.substr(0, line_end), line_number);
    text.remove_prefix(line_end == std::string_view::npos ? text.size() : line_end + 1);
    if (row.empty()) continue;
    const auto width = static_cast<int64_t>(row.size());
    if (table.height > 0 && width != table.width) {
      throw UsageFailure("line " + std::to_string(line_number) + " of the kernel has " + std::to_string(width) +
                         (width == 1 ? " number" : " numbers") + ", the first row has " + std::to_string(table.width));
    }
    table.width = width;
    ++table.height;
    table.weights.insert(table.weights.end(), row.begin(), row.end());
  }
  if (table.height == 0) throw UsageFailure("the kernel has no numbers");
  return table;
}

KernelTable ReadKernelFile(const std::string& label, const std::string& path) {
  try {
    const std::vector<unsigned char> bytes = Input(path).ReadAll(kMaxFileBytes);
    return ParseKernelTable({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  } catch (const Failure& failure) {
    throw Failure(failure.exit_code(), label + ": " + failure.what(), path);
  }
}

}  // namespace ninefold::cli
