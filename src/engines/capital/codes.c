#include "engines/capital/codes.h"

CODES_DEFINE(capital, CAPITAL)
