#include "src/run_control.h"

#include "src/refuse.h"

namespace ninefold {

void RunControl::Done() noexcept {
  if (!options_.progress) {
    ++done_;
    return;
  }
  const std::lock_guard lock(mutex_);
  const int64_t done = ++done_;
  if (error_ != nullptr) return;
  try {
    options_.progress(done, total_);
  } catch (...) {
    error_ = std::current_exception();
    stopped_ = true;
  }
}

void RunControl::Fail(std::exception_ptr error) noexcept {
  const std::lock_guard lock(mutex_);
  if (error_ == nullptr) error_ = std::move(error);
  stopped_ = true;
}

void RunControl::Finish() const {
  if (error_ != nullptr) std::rethrow_exception(error_);
  if (done_ < total_)
    Refuse(ErrorCode::kCancelled, "cancelled when ", done_.load(), " of ", total_, " tiles were done");
}

void CallRowFunction(const void* function, void* run, float* row, int64_t pixels, int64_t channels) noexcept {
  try {
    (*static_cast<const RowFunction*>(function))(row, pixels, channels);
  } catch (...) {
    static_cast<RunControl*>(run)->Fail(std::current_exception());
  }
}

}  // namespace ninefold
