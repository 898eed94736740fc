#include "metadata.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ninefold::cli {
namespace {

const MetadataKind* FindKind(std::string_view name) {
  for (const MetadataKind& kind : kMetadataKinds) {
    if (kind.name == name) return &kind;
  }
  return nullptr;
}

std::string_view NameOf(const MetadataChunk& chunk) { return {reinterpret_cast<const char*>(chunk.name.data()), 4}; }

}  // namespace

bool Metadata::Add(std::string_view name, const unsigned char* content, size_t bytes) {
  const MetadataKind* const kind = FindKind(name);
  if (kind == nullptr) return false;
  const auto has_name = [&](const MetadataChunk& chunk) { return NameOf(chunk) == name; };
  if (!kind->many && std::any_of(chunks_.begin(), chunks_.end(), has_name)) return false;
  if (chunks_.size() == kMaxChunks || bytes > kMaxBytes - bytes_) return true;
  MetadataChunk chunk;
  std::copy_n(name.data(), 4, chunk.name.begin());  // every kind's name has four letters
  chunk.content.assign(content, content + bytes);
  chunks_.push_back(std::move(chunk));
  bytes_ += bytes;
  return false;
}

std::vector<MetadataChunk> Metadata::Chosen(MetadataChoice choice) const {
  std::vector<MetadataChunk> chosen;
  if (choice == MetadataChoice::kNone) return chosen;
  const auto is_colour = [](const MetadataChunk& chunk) { return FindKind(NameOf(chunk))->colour; };
  std::copy_if(chunks_.begin(), chunks_.end(), std::back_inserter(chosen), is_colour);
  if (choice == MetadataChoice::kAll) {
    std::remove_copy_if(chunks_.begin(), chunks_.end(), std::back_inserter(chosen), is_colour);
  }
  return chosen;
}

}  // namespace ninefold::cli
