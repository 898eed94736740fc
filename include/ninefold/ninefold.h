// Everything that a user of Ninefold sees.

#ifndef NINEFOLD_NINEFOLD_H_
#define NINEFOLD_NINEFOLD_H_

#include "ninefold/border.h"
#include "ninefold/error.h"
#include "ninefold/executor.h"
#include "ninefold/filters.h"
#include "ninefold/image.h"
#include "ninefold/kernel2d.h"
#include "ninefold/pipeline.h"
#include "ninefold/plan.h"
#include "ninefold/taps.h"
#include "ninefold/version.h"

#endif  // NINEFOLD_NINEFOLD_H_
