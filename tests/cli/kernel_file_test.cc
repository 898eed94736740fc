#include "kernel_file.h"

#include <gtest/gtest.h>

#include "failure.h"

namespace ninefold::cli {
namespace {

TEST(KernelFileTest, ReadsRowsOfNumbers) {
  const KernelTable table = ParseKernelTable("1 2\t3\r\n\n  -4 .5 1e-3  ");
  EXPECT_EQ(table.width, 3);
  EXPECT_EQ(table.height, 2);
  EXPECT_EQ(table.weights, (std::vector<double>{1, 2, 3, -4, 0.5, 1e-3}));
}

TEST(KernelFileTest, RefusesByLineAndWord) {
  const auto refusal = [](const char* text) -> std::string {
    try {
      ParseKernelTable(text);
    } catch (const Failure& failure) {
      return failure.what();
    }
    return "";
  };
  EXPECT_EQ(refusal("1 2\n3 x\n"), "line 2 of the kernel has \"x\" where a finite number must stand");
  EXPECT_EQ(refusal("1 nan"), "line 1 of the kernel has \"nan\" where a finite number must stand");
  EXPECT_EQ(refusal("1 2\n\n3\n"), "line 3 of the kernel has 1 number, the first row has 2");
  EXPECT_EQ(refusal(" \n"), "the kernel has no numbers");
  EXPECT_EQ(refusal("1,2"), "line 1 of the kernel has \"1,2\" where a finite number must stand");
}

}  // namespace
}  // namespace ninefold::cli
