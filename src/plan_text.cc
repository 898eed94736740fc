// Plans in words and as JSON.

#include <cmath>
#include <cstdio>
#include <string>

#include "src/chain_work.h"
#include "src/plan_state.h"
#include "src/refuse.h"

namespace ninefold {
namespace {

bool InIntegers(const Plan::State& s) { return s.arithmetic() != kernels::Arithmetic::kF32; }

// What each Run moves between memory and caches: one read of the source, one write of the result.
int64_t SourceBytes(const Plan::State& s) {
  return s.format.width * s.format.height * s.format.channels * ElementBytes(s.format.src_type);
}
int64_t ResultBytes(const Plan::State& s) {
  return s.dst_width * s.dst_height * s.format.channels * ElementBytes(s.format.dst_type);
}

std::string Rounded(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof(text), "%.*f", digits, value);
  return text;
}

// A JSON string. Names are ours, in ASCII, but a quote must not break the object.
std::string Quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  result += '"';
  return result;
}

}  // namespace

std::string Plan::Describe() const {
  const State& s = *state_;
  const Format& f = s.format;
  const ChainWork work = CountWork(f, s.grid, s.nodes);
  std::string text = Sentence("source      ", f.width, " x ", f.height, ", ", f.channels,
                              f.channels == 1 ? " channel" : " channels", ", ", ElementName(f.src_type),
                              "\nresult      ", s.dst_width, " x ", s.dst_height, ", ", ElementName(f.dst_type), "\n");
  for (size_t i = 0; i < s.stages.size(); ++i)
    text += Sentence(i == 0 ? "stages      " : "            ", s.stages[i], "\n");
  text += "arithmetic  ";
  text += InIntegers(s) ? "integer" : "f32";
  if (InIntegers(s)) {
    text += Sentence(s.arithmetic() == kernels::Arithmetic::kFixed16 ? ", 16 bits" : ", 32 bits", ", at most ",
                     std::ceil(s.worst_error * 1000) / 1000, " from the exact result");
  }
  text += Sentence("\ntarget      ", s.target, "\ndispatches  ", Dispatches(), "\ntiles       ", tiles(), " of up to ",
                   s.tile_width, " x ", s.tile_height, "\nscratch     ", s.block_bytes, " bytes a tile\nmoved       ",
                   SourceBytes(s), " bytes read, ", ResultBytes(s), " written\nhalos       ",
                   Rounded(100 * work.recomputed, 1), " % recomputed, source samples fetched ",
                   Rounded(work.source_fetches, 2), " times\n");
  for (int r = 0; r < kRegions; ++r) {
    const auto region = static_cast<Region>(r);
    char line[128];
    std::snprintf(line, sizeof(line), "%-12s%-13s %8lld  %s\n", r == 0 ? "regions" : "", RegionName(region),
                  static_cast<long long>(RegionTiles(region)), RegionKernel(region).c_str());
    text += line;
  }
  return text;
}

std::string Plan::ToJson() const {
  const State& s = *state_;
  const Format& f = s.format;
  const ChainWork work = CountWork(f, s.grid, s.nodes);
  std::string stages, regions;
  for (const std::string& stage : s.stages) stages += Sentence(stages.empty() ? "" : ",", Quoted(stage));
  for (int r = 0; r < kRegions; ++r) {
    const auto region = static_cast<Region>(r);
    regions += Sentence(r == 0 ? "" : ",", "{\"name\":", Quoted(RegionName(region)), ",\"tiles\":", RegionTiles(region),
                        ",\"kernel\":", Quoted(RegionKernel(region)), "}");
  }
  return Sentence("{\"format\":{\"width\":", f.width, ",\"height\":", f.height, ",\"channels\":", f.channels,
                  ",\"src_type\":", Quoted(ElementName(f.src_type)), ",\"dst_type\":", Quoted(ElementName(f.dst_type)),
                  ",\"dst_width\":", s.dst_width, ",\"dst_height\":", s.dst_height, "},\"stages\":[", stages,
                  "],\"dispatches\":", Dispatches(), ",\"tiles\":", tiles(), ",\"tile_width\":", s.tile_width,
                  ",\"tile_height\":", s.tile_height, ",\"target\":", Quoted(s.target),
                  ",\"arithmetic\":", Quoted(InIntegers(s) ? "integer" : "f32"), ",\"scratch_bytes\":", s.block_bytes,
                  ",\"bytes_read\":", SourceBytes(s), ",\"bytes_written\":", ResultBytes(s),
                  ",\"recomputed\":", Rounded(work.recomputed, 4),
                  ",\"source_fetches\":", Rounded(work.source_fetches, 4), ",\"regions\":[", regions, "]}");
}

}  // namespace ninefold
