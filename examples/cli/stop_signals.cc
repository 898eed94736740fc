#include "stop_signals.h"

#include <pthread.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): sigaction is POSIX, not C++
#include <unistd.h>

#include <system_error>
#include <thread>

#include "output_file.h"

namespace ninefold::cli {

void HandleStopSignals() {
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);

  sigset_t stop_signals;
  sigemptyset(&stop_signals);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction current {};
    sigaction(number, nullptr, &current);
    if (current.sa_handler != SIG_IGN) sigaddset(&stop_signals, number);
  }
  pthread_sigmask(SIG_BLOCK, &stop_signals, nullptr);
  try {
    std::thread([stop_signals] {
      int number = 0;
      while (sigwait(&stop_signals, &number) != 0) {
      }
      RemoveTemporariesForExit();
      _exit(128 + number);
    }).detach();
  } catch (const std::system_error&) {
    pthread_sigmask(SIG_UNBLOCK, &stop_signals, nullptr);  // then they end the process in the plain way
  }
}

}  // namespace ninefold::cli
