#include "engines/venture/codes.h"

CODES_DEFINE(venture, VENTURE)
