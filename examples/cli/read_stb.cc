// JPEG, BMP, TGA and Radiance HDR in, by stb_image.
//
// stb_image takes a file that ends early for one that goes on with zeros. So it is given the bytes by callbacks, and
// the one that is asked for more than there is throws: through stb_image, which is compiled as C++ here. What stb_image
// had allocated by then is freed by StbMemory, which also keeps it within a limit.

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <unordered_map>
#include <vector>

#include "failure.h"
#include "jpeg_tables.h"
#include "picture.h"
#include "reader.h"

namespace ninefold::cli {
namespace {

// The blocks that stb_image holds. One is current per thread while stb_image runs.
class StbMemory {
 public:
  explicit StbMemory(int64_t limit_bytes) : limit_bytes_(limit_bytes), outer_(current_) { current_ = this; }
  StbMemory(const StbMemory&) = delete;
  StbMemory& operator=(const StbMemory&) = delete;
  ~StbMemory() {
    current_ = outer_;
    for (const auto& [block, bytes] : blocks_) std::free(block);
  }

  static void* Allocate(size_t bytes) { return current_->Reallocate(nullptr, bytes); }
  static void* ReallocateCurrent(void* block, size_t bytes) { return current_->Reallocate(block, bytes); }
  static void Free(void* block) {
    if (block == nullptr) return;
    current_->Forget(block);
    std::free(block);
  }

 private:
  void* Reallocate(void* block, size_t bytes) {
    const auto old = blocks_.find(block);
    const int64_t old_bytes = old == blocks_.end() ? 0 : old->second;
    const auto new_bytes = static_cast<int64_t>(bytes);
    if (new_bytes > limit_bytes_ - (held_bytes_ - old_bytes)) return nullptr;
    void* const moved = std::realloc(block, bytes);
    if (moved == nullptr) return nullptr;
    if (old != blocks_.end()) blocks_.erase(old);
    blocks_[moved] = new_bytes;
    held_bytes_ += new_bytes - old_bytes;
    return moved;
  }

  void Forget(void* block) {
    const auto found = blocks_.find(block);
    held_bytes_ -= found->second;
    blocks_.erase(found);
  }

  static thread_local StbMemory* current_;
  const int64_t limit_bytes_;
  StbMemory* const outer_;
  int64_t held_bytes_ = 0;
  std::unordered_map<void*, int64_t> blocks_;
};

thread_local StbMemory* StbMemory::current_ = nullptr;

// Thrown through stb_image.
struct Truncated {};
struct Nonsense {};

}  // namespace
}  // namespace ninefold::cli

#define STBI_MALLOC(bytes) ninefold::cli::StbMemory::Allocate(bytes)
#define STBI_REALLOC(block, bytes) ninefold::cli::StbMemory::ReallocateCurrent(block, bytes)
#define STBI_FREE(block) ninefold::cli::StbMemory::Free(block)
#define STBI_ASSERT(condition) ((condition) ? void() : throw ninefold::cli::Nonsense())
#define STBI_ONLY_JPEG
#define STBI_ONLY_BMP
#define STBI_ONLY_TGA
#define STBI_ONLY_HDR
#define STBI_NO_STDIO
#define STBI_MAX_DIMENSIONS 1000000
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#include <stb_image.h>

namespace ninefold::cli {
namespace {

// stb_image fills its buffer in pieces of this size, and asks for the last one as for the others.
constexpr int kStbBufferBytes = 128;

// A file in memory, as stb_image's callbacks see it.
class StbFile {
 public:
  explicit StbFile(const std::vector<unsigned char>& bytes) : bytes_(bytes) {}

  static stbi_io_callbacks Callbacks() { return {Read, Skip, AtEnd}; }

 private:
  static int Read(void* file, char* dst, int count) {
    auto& self = *static_cast<StbFile*>(file);
    const int got = static_cast<int>(std::min<size_t>(static_cast<size_t>(count), self.bytes_.size() - self.position_));
    if (got == 0 || (got < count && count != kStbBufferBytes)) throw Truncated();
    std::memcpy(dst, self.bytes_.data() + self.position_, static_cast<size_t>(got));
    self.position_ += static_cast<size_t>(got);
    return got;
  }
  static void Skip(void* file, int count) {
    auto& self = *static_cast<StbFile*>(file);
    if (count > 0) self.position_ += std::min<size_t>(static_cast<size_t>(count), self.bytes_.size() - self.position_);
  }
  static int AtEnd(void* file) {
    const auto& self = *static_cast<StbFile*>(file);
    return self.position_ == self.bytes_.size() ? 1 : 0;
  }

  const std::vector<unsigned char>& bytes_;
  size_t position_ = 0;
};

// Whether a TGA without compression is shorter than its header says.
bool IsShortTga(const std::vector<unsigned char>& b) {
  const int type = b[2];
  if (type != 1 && type != 2 && type != 3) return false;
  const auto little_endian = [&](size_t at) { return b[at] | b[at + 1] << 8; };
  const int64_t map_bytes = b[1] == 1 ? int64_t{little_endian(5)} * ((b[7] + 7) / 8) : 0;
  const int64_t pixel_bytes = int64_t{little_endian(12)} * little_endian(14) * ((b[16] + 7) / 8);
  return static_cast<int64_t>(b.size()) < 18 + b[0] + map_bytes + pixel_bytes;
}

class StbReader : public PictureReader {
 public:
  StbReader(Input& input, FileFormat format, const ReadOptions& options)
      : limits_(options.limits),
        bytes_(input.ReadAll(std::min<int64_t>(options.limits.max_memory_bytes, kMaxFileBytes))) {
    info_.format = format;
    info_.type = format == FileFormat::kHdr ? ElementType::kF32 : ElementType::kU8;
    if (format == FileFormat::kTga && IsShortTga(bytes_)) Fail("truncated");
    if (format == FileFormat::kJpeg && !HuffmanTablesFit(bytes_))
      Fail("broken", "it has a Huffman table that is too large");
    int width = 0;
    int height = 0;
    Guarded([&](const stbi_io_callbacks& callbacks, StbFile& file) {
      return stbi_info_from_callbacks(&callbacks, &file, &width, &height, &channels_) != 0;
    });
    info_.width = width;
    info_.height = height;
    info_.channels = channels_;
    CheckPictureSize(limits_, info_.width, info_.height, info_.channels);
    // Its own copy of the picture, and for JPEG the planes or coefficients that this is made from.
    const int64_t picture_bytes = CheckedImageBytes(width, height, channels_, ElementBytes(info_.type));
    info_.decoder_bytes = static_cast<int64_t>(bytes_.size()) + picture_bytes * (format == FileFormat::kJpeg ? 4 : 2);
  }

  void ReadPixels(const AnyImageView& dst) override {
    Guarded([&](const stbi_io_callbacks& callbacks, StbFile& file) {
      int width = 0;
      int height = 0;
      int channels_in_file = 0;
      const void* const pixels =
          info_.type == ElementType::kF32
              ? static_cast<const void*>(
                    stbi_loadf_from_callbacks(&callbacks, &file, &width, &height, &channels_in_file, channels_))
              : stbi_load_from_callbacks(&callbacks, &file, &width, &height, &channels_in_file, channels_);
      if (pixels == nullptr || width != dst.width || height != dst.height) return false;
      std::memcpy(dst.data, pixels, static_cast<size_t>(PackedRowBytes(dst) * dst.height));
      return true;
    });
  }

 private:
  static constexpr int64_t kMaxFileBytes = 0x7fffffff;  // stb_image counts in int

  [[noreturn]] void Fail(const std::string& how, const std::string& reason = "") const {
    throw FileFailure("is a " + how + " " + FormatName(info_.format) + (reason.empty() ? "" : ": " + reason));
  }

  // Runs a call of stb_image, which returns whether it could.
  template <class Call>
  void Guarded(const Call& call) {
    const StbMemory memory(limits_.max_memory_bytes);
    StbFile file(bytes_);
    const stbi_io_callbacks callbacks = StbFile::Callbacks();
    try {
      if (call(callbacks, file)) return;
    } catch (const Truncated&) {
      Fail("truncated");
    } catch (const Nonsense&) {
      Fail("broken");
    }
    const char* const reason = stbi_failure_reason();
    Fail("broken", reason == nullptr ? "" : reason);
  }

  const Limits limits_;
  const std::vector<unsigned char> bytes_;
  int channels_ = 0;
};

}  // namespace

std::unique_ptr<PictureReader> OpenByStb(Input& input, FileFormat format, const ReadOptions& options) {
  return std::make_unique<StbReader>(input, format, options);
}

}  // namespace ninefold::cli
