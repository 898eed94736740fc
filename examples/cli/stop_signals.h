// A clean end on SIGINT, SIGTERM and SIGHUP.

#ifndef NINEFOLD_EXAMPLES_CLI_STOP_SIGNALS_H_
#define NINEFOLD_EXAMPLES_CLI_STOP_SIGNALS_H_

namespace ninefold::cli {

// Makes those signals end the process with 128 + their number, temporary files removed, and a closed pipe or a file
// size limit an error of write() instead of the end. A signal that is ignored already stays so.
//
// Call once, before any thread is started: the signals are blocked in all threads but the one that waits for them,
// which may therefore take locks.
void HandleStopSignals();

}  // namespace ninefold::cli

#endif  // NINEFOLD_EXAMPLES_CLI_STOP_SIGNALS_H_
