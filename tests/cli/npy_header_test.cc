#include "npy_header.h"

#include <gtest/gtest.h>

#include "failure.h"

namespace ninefold::cli {
namespace {

TEST(NpyHeaderTest, ReadsWhatNumpyWrites) {
  const NpyHeader header = ParseNpyHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4, 5), }   \n");
  EXPECT_EQ(header.descr, "<f4");
  EXPECT_FALSE(header.fortran_order);
  EXPECT_EQ(header.shape, (std::vector<int64_t>{3, 4, 5}));
}

TEST(NpyHeaderTest, ReadsOtherOrdersAndQuotes) {
  const NpyHeader header = ParseNpyHeader(R"({"shape":(7,),"fortran_order":True,"descr":"|u1"})");
  EXPECT_EQ(header.descr, "|u1");
  EXPECT_TRUE(header.fortran_order);
  EXPECT_EQ(header.shape, std::vector<int64_t>{7});
}

TEST(NpyHeaderTest, RefusesWhatIsNotSuchADictionary) {
  for (const char* const text :
       {"", "{", "{}", "{'descr': '<f4', 'fortran_order': False}",
        "{'descr': '<f4', 'fortran_order': 0, 'shape': (3,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (-3, 4)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999, 4)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4)} x",
        "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (3, 4)}",
        "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (3,)}", "{'descr': '<f4"}) {
    EXPECT_THROW(ParseNpyHeader(text), Failure) << text;
  }
}

TEST(NpyHeaderTest, WritesAHeaderThatIsAlignedAndReadsBack) {
  for (const std::vector<int64_t>& shape : {std::vector<int64_t>{1, 1}, {1000000, 999, 4}, {12}}) {
    const std::string header = MakeNpyHeader({"<u2", false, shape});
    EXPECT_EQ(header.size() % 64, 0u);
    EXPECT_EQ(header.back(), '\n');
    EXPECT_EQ(static_cast<unsigned char>(header[8]) + 256u * static_cast<unsigned char>(header[9]) + 10, header.size());
    EXPECT_EQ(ParseNpyHeader(header.substr(10)).shape, shape);
  }
}

}  // namespace
}  // namespace ninefold::cli
