#include "tasks.h"

#include <gtest/gtest.h>

namespace ninefold::cli {
namespace {

TEST(OutputNameTest, TakesAPlainNameAsItIs) {
  EXPECT_EQ(OutputName("out.png", "a/b.jpg"), "out.png");
  EXPECT_EQ(OutputName("{name}.png", "b.jpg"), "{name}.png");
}

TEST(OutputNameTest, PutsFilesIntoAFolder) {
  EXPECT_EQ(OutputName("out/", "a/b.c.png"), "out/b.c.png");
  EXPECT_EQ(OutputName("out/", "b.NPY"), "out/b.NPY");
}

TEST(OutputNameTest, WritesPngWhereTheInputsKindCannotBeWritten) {
  EXPECT_EQ(OutputName("out/", "b.jpg"), "out/b.png");
  EXPECT_EQ(OutputName("out/", "b"), "out/b.png");
  EXPECT_EQ(OutputName("out/", "-"), "out/stdin.png");
  EXPECT_EQ(OutputName("out/", "dir.npy/b"), "out/b.png");
  EXPECT_EQ(OutputName("out/", ".png"), "out/.png.png");
}

TEST(OutputNameTest, FillsInStemAndEnding) {
  EXPECT_EQ(OutputName("d/{stem}-x-{stem}{ext}", "a/b.pfm"), "d/b-x-b.pfm");
  EXPECT_EQ(OutputName("{stem}.npy", "b.png"), "b.npy");
  EXPECT_EQ(OutputName("{stem}{ext}", "{ext}{stem}.png"), "{ext}{stem}.png");
}

}  // namespace
}  // namespace ninefold::cli
