#include "engines/forex/codes.h"

CODES_DEFINE(forex, FOREX)
