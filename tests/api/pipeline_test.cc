#include "ninefold/pipeline.h"

#include <gtest/gtest.h>

#include <variant>

namespace ninefold {
namespace {

using Op = PointwiseStage::Op;

TEST(PipelineTest, KeepsStagesInTheirOrder) {
  const Pipeline pipeline = Pipeline()
                                .ToLinear()
                                .Premultiply(Alpha::kLast)
                                .Convolve(Taps::Box(1), Taps::Tent(2), Border::Wrap())
                                .Unpremultiply(Alpha::kNone)
                                .ToSrgb()
                                .Gain({2})
                                .Bias({1, 2, 3});
  const auto& stages = pipeline.stages();
  ASSERT_EQ(stages.size(), 7u);
  EXPECT_EQ(std::get<PointwiseStage>(stages[0]).op, Op::kToLinear);
  EXPECT_EQ(std::get<PointwiseStage>(stages[0]).alpha, Alpha::kByChannels);
  EXPECT_EQ(std::get<PointwiseStage>(stages[1]).op, Op::kPremultiply);
  EXPECT_EQ(std::get<PointwiseStage>(stages[1]).alpha, Alpha::kLast);
  EXPECT_EQ(std::get<SeparableStage>(stages[2]).terms.at(0).vertical.size(), 3);
  EXPECT_EQ(std::get<SeparableStage>(stages[2]).terms.at(0).horizontal.size(), 5);
  EXPECT_EQ(std::get<SeparableStage>(stages[2]).border.rule(), BorderRule::kWrap);
  EXPECT_EQ(std::get<PointwiseStage>(stages[3]).op, Op::kUnpremultiply);
  EXPECT_EQ(std::get<PointwiseStage>(stages[3]).alpha, Alpha::kNone);
  EXPECT_EQ(std::get<PointwiseStage>(stages[4]).op, Op::kToSrgb);
  EXPECT_EQ(std::get<PointwiseStage>(stages[5]).values, std::vector<double>{2});
  EXPECT_EQ(std::get<PointwiseStage>(stages[6]).values, (std::vector<double>{1, 2, 3}));
}

TEST(PipelineTest, BorderDefaultsToReplicate) {
  const Pipeline pipeline = Pipeline().Convolve(Taps::Box(1), Taps::Box(1)).Convolve(Kernel2D::FromWeights(1, 1, {1}));
  EXPECT_EQ(std::get<SeparableStage>(pipeline.stages()[0]).border.rule(), BorderRule::kReplicate);
  EXPECT_EQ(std::get<DenseStage>(pipeline.stages()[1]).border.rule(), BorderRule::kReplicate);
}

TEST(PipelineTest, CanBeCopiedAndGoOn) {
  Pipeline first;
  first.ToLinear();
  Pipeline second = first;
  second.ToSrgb();
  EXPECT_EQ(first.stages().size(), 1u);
  EXPECT_EQ(second.stages().size(), 2u);
}

}  // namespace
}  // namespace ninefold
