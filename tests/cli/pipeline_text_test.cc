#include "pipeline_text.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "failure.h"
#include "filter.h"

namespace ninefold::cli {
namespace {

using Op = PointwiseStage::Op;

std::vector<TextStage> Parse(const std::string& text) { return ParsePipelineText(text, Border::Wrap()); }

template <class Function>
std::string Refusal(const Function& function) {
  try {
    function();
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.exit_code(), ExitCode::kUsage);
    return failure.what();
  }
  return "";
}

std::string ParseRefusal(const std::string& text) {
  return Refusal([&] { Parse(text); });
}

Pipeline Build(const std::string& text, const Format& format, PictureSettings picture = {}) {
  Settings settings;
  settings.filter.pipeline = text;
  settings.picture = picture;
  return MakePipeline(FilterCommand::kRun, MakeFilter(FilterCommand::kRun, settings), picture, format);
}

std::string BuildRefusal(const std::string& text, const Format& format = {8, 8, 3}) {
  return Refusal([&] { Build(text, format); });
}

// A letter per stage: convolution, pointwise or combination.
std::string Shape(const Pipeline& pipeline) {
  std::string shape;
  for (const Stage& stage : pipeline.stages()) {
    shape += std::holds_alternative<PointwiseStage>(stage) ? 'p'
             : std::holds_alternative<CombineStage>(stage) ? '+'
                                                           : 'c';
  }
  return shape;
}

TEST(PipelineTextTest, ReadsStagesAndTheirKeys) {
  const auto stages = Parse(
      "blur sigma=2 radius=6 border=replicate | box radius=3,1 border=constant:0 | "
      "filter vertical=1,2,1 horizontal=-1,0,1 scale=0.125 normalize=off");
  ASSERT_EQ(stages.size(), 3u);
  EXPECT_EQ(stages[0].title, "stage 1 (blur)");
  EXPECT_EQ(std::get<FilterCommand>(stages[0].what), FilterCommand::kBlur);
  EXPECT_EQ(stages[0].settings.filter.sigma_px->y, 2);
  EXPECT_EQ(stages[0].settings.filter.radius->x, 6);
  EXPECT_EQ(stages[0].settings.picture.border.rule(), BorderRule::kReplicate);
  EXPECT_EQ(stages[1].settings.filter.radius->y, 1);
  EXPECT_EQ(stages[1].settings.picture.border.values(), std::vector<double>{0});
  EXPECT_EQ(stages[2].settings.filter.horizontal, (std::vector<double>{-1, 0, 1}));
  EXPECT_EQ(stages[2].settings.filter.scale, 0.125);
  EXPECT_FALSE(stages[2].settings.filter.normalize);
  EXPECT_TRUE(Parse("filter vertical=1,2 normalize=on")[0].settings.filter.normalize);
}

TEST(PipelineTextTest, TakesBlanksOfAnyKindAndNone) {
  for (const char* const text : {"box radius=1|linear", " box\tradius=1\n|\r\n linear\n", "box  radius=1 |linear"}) {
    const auto stages = Parse(text);
    ASSERT_EQ(stages.size(), 2u) << text;
    EXPECT_EQ(stages[0].settings.filter.radius->x, 1) << text;
    EXPECT_EQ(std::get<Op>(stages[1].what), Op::kToLinear) << text;
  }
}

TEST(PipelineTextTest, TakesTheCommonBorderWhereNoneIsNamed) {
  const auto stages = Parse("box radius=1 | box radius=1 border=reflect");
  EXPECT_EQ(stages[0].settings.picture.border.rule(), BorderRule::kWrap);
  EXPECT_EQ(stages[1].settings.picture.border.rule(), BorderRule::kReflect);
}

TEST(PipelineTextTest, RefusesWithStageAndKey) {
  EXPECT_EQ(ParseRefusal(""), "stage 1 is empty");
  EXPECT_EQ(ParseRefusal("box radius=1 | "), "stage 2 is empty");
  EXPECT_EQ(ParseRefusal("box radius=1 || box radius=1"), "stage 2 is empty");
  EXPECT_TRUE(ParseRefusal("linear | crop low=0").starts_with("stage 2: \"crop\" is not a stage ("));
  EXPECT_TRUE(ParseRefusal("run pipeline=box").starts_with("stage 1: \"run\" is not a stage ("));
  EXPECT_EQ(ParseRefusal("box sigma=1"), "stage 1 (box): \"sigma\" is not a key of it (radius or border)");
  EXPECT_EQ(ParseRefusal("box --radius=1"), "stage 1 (box): \"--radius\" is not a key of it (radius or border)");
  EXPECT_EQ(ParseRefusal("power value=2"), "stage 1 (power): \"value\" is not a key of it (exponent)");
  EXPECT_EQ(ParseRefusal("clamp value=2"), "stage 1 (clamp): \"value\" is not a key of it (low or high)");
  EXPECT_EQ(ParseRefusal("linear border=wrap"), "stage 1 (linear): \"border\" is not a key of it (it has none)");
  EXPECT_EQ(ParseRefusal("box radius=1 radius=1"), "stage 1 (box): radius: given more than once");
  EXPECT_EQ(ParseRefusal("box radius"), "stage 1 (box): radius: a value must follow, as in radius=VALUE");
  EXPECT_EQ(ParseRefusal("box radius= 1"), "stage 1 (box): radius: a value must follow, as in radius=VALUE");
  EXPECT_TRUE(ParseRefusal("blur sigma=-1").starts_with("stage 1 (blur): sigma: \"-1\" is not "));
  EXPECT_TRUE(ParseRefusal("filter vertical=1 normalize=1").starts_with("stage 1 (filter): normalize: \"1\" is not "));
  EXPECT_TRUE(ParseRefusal("sharpen sigma=1 threshold=2").starts_with("stage 1 (sharpen): threshold: \"2\" is not "));
}

TEST(PipelineTextTest, RefusesWhatAStageLacks) {
  EXPECT_EQ(BuildRefusal("linear | blur"), "stage 2 (blur): sigma must be given");
  EXPECT_EQ(BuildRefusal("tent"), "stage 1 (tent): radius must be given");
  EXPECT_EQ(BuildRefusal("gain"), "stage 1 (gain): value must be given");
  EXPECT_EQ(BuildRefusal("power"), "stage 1 (power): exponent must be given");
  EXPECT_EQ(BuildRefusal("clamp low=1"), "stage 1 (clamp): high must be given");
  EXPECT_EQ(BuildRefusal("filter"), "stage 1 (filter): kernel, vertical or horizontal must be given");
  EXPECT_TRUE(BuildRefusal("filter vertical=1,-1 normalize=on").starts_with("stage 1 (filter): normalize: "));
  EXPECT_EQ(BuildRefusal("linear | bias value=1,2"),
            "stage 2 (bias): value: it has 2 values, the picture has 3 channels");
  EXPECT_EQ(BuildRefusal("box radius=1 border=constant:1,2"),
            "stage 1 (box): border: it has 2 values, the picture has 3 channels");
}

TEST(PipelineTextTest, BecomesStagesOfTheLibraryAndNothingElse) {
  const Format rgba{8, 8, 4};
  EXPECT_EQ(Shape(Build("box radius=1 | tent radius=2,0 | gain value=1,2,3,4", rgba)), "ccp");
  PictureSettings picture;
  picture.linear = true;
  picture.premultiply = true;
  EXPECT_EQ(Shape(Build("box radius=1 | box radius=1", rgba, picture)), "ppccpp");
}

TEST(PipelineTextTest, SharpensAgainstWhatStandsBeforeTheStage) {
  for (const auto& [text, earlier] :
       {std::pair("sharpen sigma=1 amount=0.5 threshold=0.25", Pipeline::kSource),
        std::pair("box radius=1 | sharpen sigma=1 amount=0.5 threshold=0.25", int64_t{0})}) {
    const Pipeline pipeline = Build(text, {8, 8, 3});
    const auto& combine = std::get<CombineStage>(pipeline.stages().back());
    EXPECT_EQ(combine.a, -0.5) << text;
    EXPECT_EQ(combine.b, 1.5) << text;
    EXPECT_EQ(combine.threshold, 0.25) << text;
    EXPECT_EQ(combine.earlier, earlier) << text;
  }
}

TEST(PipelineTextTest, SparesAlphaInTheBiasOfAFilterThatIsWeighedByIt) {
  PictureSettings picture;
  const auto bias = [&](const char* text) {
    return std::get<PointwiseStage>(Build(text, {8, 8, 2}, picture).stages()[picture.premultiply ? 2 : 1]).values;
  };
  EXPECT_EQ(bias("filter vertical=1 bias=3"), (std::vector<double>{3, 3}));
  picture.premultiply = true;
  EXPECT_EQ(bias("filter vertical=1 bias=3"), (std::vector<double>{3, 0}));
}

}  // namespace
}  // namespace ninefold::cli
