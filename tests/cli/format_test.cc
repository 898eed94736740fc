#include "format.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace ninefold::cli {
namespace {

using namespace std::string_view_literals;

Recognized Recognize(std::string_view bytes) {
  return RecognizeFormat({reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()});
}

TEST(FormatTest, GoesByTheBytes) {
  EXPECT_EQ(Recognize("\x89PNG\r\n\x1a\n...").format, FileFormat::kPng);
  EXPECT_EQ(Recognize("\xff\xd8\xff\xe0").format, FileFormat::kJpeg);
  EXPECT_EQ(Recognize("P6\n3 4").format, FileFormat::kPnm);
  EXPECT_EQ(Recognize("PF\n3 4").format, FileFormat::kPfm);
  EXPECT_EQ(Recognize("Pf\n3 4").format, FileFormat::kPfm);
  EXPECT_EQ(Recognize("\x93NUMPY\x01").format, FileFormat::kNpy);
  EXPECT_EQ(Recognize("#?RADIANCE\n").format, FileFormat::kHdr);
  EXPECT_EQ(Recognize("BM\x46\0\0\0\0\0\0\0"sv).format, FileFormat::kBmp);
  EXPECT_EQ(Recognize("\0\0\2\0\0\0\0\0\0\0\0\0\2\0\2\0\x18\0"sv).format, FileFormat::kTga);
}

TEST(FormatTest, SaysWhatElseItSees) {
  EXPECT_EQ(Recognize("").description, "is empty");
  EXPECT_EQ(Recognize("GIF89a").description, "is a GIF");
  EXPECT_EQ(Recognize("RIFF....WEBPVP8 ").description, "is a WebP");
  EXPECT_EQ(Recognize("P2\n3 4").description, "is a Netpbm file of kind P2 (P5 and P6 are read)");
  EXPECT_EQ(Recognize("BMX is a car maker").description, "is of an unknown kind");
  EXPECT_EQ(Recognize("P6000").description, "is of an unknown kind");
}

TEST(FormatTest, GoesByTheEndingForOutputs) {
  EXPECT_EQ(FormatOfName("a/b.PnG"), FileFormat::kPng);
  EXPECT_EQ(FormatOfName("b.npy"), FileFormat::kNpy);
  EXPECT_EQ(FormatOfName("b.pfm"), FileFormat::kPfm);
  EXPECT_EQ(FormatOfName("b.jpg"), std::nullopt);
  EXPECT_EQ(FormatOfName("b.png/c"), std::nullopt);
  EXPECT_EQ(FormatOfName(".png"), std::nullopt);
  EXPECT_EQ(FormatOfName("png"), std::nullopt);
}

TEST(FormatTest, KnowsWhatAFormatHolds) {
  EXPECT_EQ(WhyNotWritable(FileFormat::kPng, ElementType::kU16, 4), "");
  EXPECT_NE(WhyNotWritable(FileFormat::kPng, ElementType::kU8, 5), "");
  EXPECT_NE(WhyNotWritable(FileFormat::kPng, ElementType::kF32, 1).find("--depth"), std::string::npos);
  EXPECT_EQ(WhyNotWritable(FileFormat::kPfm, ElementType::kF32, 3), "");
  EXPECT_NE(WhyNotWritable(FileFormat::kPfm, ElementType::kF32, 2), "");
  EXPECT_NE(WhyNotWritable(FileFormat::kPfm, ElementType::kU8, 3).find("--depth"), std::string::npos);
  EXPECT_EQ(WhyNotWritable(FileFormat::kNpy, ElementType::kF32, 99), "");
}

}  // namespace
}  // namespace ninefold::cli
