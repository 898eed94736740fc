// Picture files out.

#ifndef NINEFOLD_EXAMPLES_CLI_WRITER_H_
#define NINEFOLD_EXAMPLES_CLI_WRITER_H_

#include <ninefold/image.h>

#include <optional>
#include <vector>

#include "format.h"
#include "metadata.h"
#include "sink.h"

namespace ninefold::cli {

struct WriteOptions {
  std::optional<int> compression;       // of PNG, 0 (none) to 9 (most); libpng's choice without
  std::vector<MetadataChunk> metadata;  // into PNG; the other formats have no room for it
};

// Writes a packed picture in a format that WhyNotWritable() has no objection to. It is for the caller to finish the
// sink. Errors: those of the sink.
void WritePicture(FileFormat format, const AnyConstImageView& picture, const WriteOptions& options, ByteSink& sink);

// The formats, each in a file of its own; for WritePicture only.
void WritePng(const AnyConstImageView& picture, const WriteOptions& options, ByteSink& sink);
void WriteNpy(const AnyConstImageView& picture, ByteSink& sink);
void WritePfm(const AnyConstImageView& picture, ByteSink& sink);

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_WRITER_H_
