/* All vector functions that a row of the table may name. */
#ifndef TENFERRO_VECTORS_H
#define TENFERRO_VECTORS_H

#include "simd.h"
#include "math/arithmetic.h"
#include "math/compare.h"
#include "math/complex.h"
#include "math/complex_power.h"
#include "math/erf.h"
#include "math/exp.h"
#include "math/gamma.h"
#include "math/hyperbolic.h"
#include "math/integer.h"
#include "math/inverse.h"
#include "math/log.h"
#include "math/pow.h"
#include "math/root.h"
#include "math/trig.h"

#endif
