import type { Dimensions } from '../../geometry/cuboid.ts'
import { combined, misfit, type SidePrior } from './sidePrior.ts'

/**
 * The expectation from gesture and class, in the gesture's axes: the box's two sides on the ground, its height, and how
 * far its direction may differ from the gesture's.
 */
export type BoxPrior = {
  along: SidePrior
  across: SidePrior
  height: { size: number; sizeSigma: number }
  headingSigmaRad: number
  /** What such things look like from above: how narrow, and how much longer than wide. A drag is too rough to say. */
  shape: { length: number; width: number }
}

/** Where people set the end of a drag, and how far off they turn it: between careful and in a hurry. */
const END_SIGMA_M = 0.2
/** Radians for each metre that the ends are off: careful hands turn less. */
const TURN_OF_END = (3 * Math.PI) / 180 / END_SIGMA_M
/** How much things of a class differ from its usual size, as shares, plus the looseness of drawn boxes in metres. */
const LENGTH_SHARE = 0.08
const WIDTH_SHARE = 0.07
const HEIGHT_SHARE = 0.09
const LOOSE_M = 0.08

const spread = (size: number, share: number): number => Math.hypot(share * size, LOOSE_M)

/** For unknown classes: the width and height relative to the drawn length, of cars, trucks and people. */
const WIDTH_OF_LENGTH = 0.4
const HEIGHT_OF_LENGTH = 0.4

/** The expectation from a drag: its length and the length of its class are combined. */
export function dragPrior(drawnM: number, classSize: Dimensions | null, endSigmaM = END_SIGMA_M): BoxPrior {
  const drawnSigma = Math.SQRT2 * endSigmaM
  const headingSigmaRad = Math.hypot(drawnSigma / Math.max(drawnM, 0.5), TURN_OF_END * endSigmaM)
  const middleSigma = endSigmaM / Math.SQRT2
  if (!classSize) {
    const width = Math.max(0.5, WIDTH_OF_LENGTH * drawnM)
    const height = Math.min(4, Math.max(1.2, HEIGHT_OF_LENGTH * drawnM))
    return {
      along: { middle: 0, middleSigma, size: drawnM, sizeSigma: drawnSigma },
      across: { middle: 0, middleSigma, size: width, sizeSigma: 0.35 * width },
      height: { size: height, sizeSigma: 0.5 * height },
      headingSigmaRad,
      shape: { length: drawnM, width },
    }
  }
  const usualSigma = spread(classSize.length, LENGTH_SHARE)
  const apart = Math.abs(drawnM - classSize.length) / Math.hypot(drawnSigma, usualSigma)
  // Drawn far from the usual length, it is an unusual thing: then the class says less.
  const doubt = Math.max(1, apart / 1.5) ** 2
  const length = combined(drawnM, drawnSigma, classSize.length, usualSigma * doubt)
  // A thing much shorter or longer than its class says that its other sides are not the usual ones either.
  const unusual = Math.log(length.value / classSize.length)
  const scaled = Math.exp(unusual / 2)
  const uncertain = (size: number, share: number): number => Math.hypot(spread(size, share), (size * unusual) / 3)
  return {
    along: { middle: 0, middleSigma, size: length.value, sizeSigma: length.sigma },
    across: {
      middle: 0,
      middleSigma,
      size: classSize.width * scaled,
      sizeSigma: uncertain(classSize.width, WIDTH_SHARE),
    },
    height: { size: classSize.height * scaled, sizeSigma: uncertain(classSize.height, HEIGHT_SHARE) },
    headingSigmaRad,
    shape: classSize,
  }
}

/** The expectation for an object at (0, 0); the deviations give the certainty of size and heading. */
export function placedPrior(
  size: Dimensions,
  sure: { middleM: number; sizeShare: number; headingRad: number },
): BoxPrior {
  const sigma = (side: number): number => (sure.sizeShare === 0 ? 0.01 : Math.hypot(sure.sizeShare * side, LOOSE_M))
  const side = (length: number): SidePrior => ({
    middle: 0,
    middleSigma: sure.middleM,
    size: length,
    sizeSigma: sigma(length),
  })
  return {
    along: side(size.length),
    across: side(size.width),
    height: { size: size.height, sizeSigma: sigma(size.height) },
    headingSigmaRad: sure.headingRad,
    shape: size,
  }
}

/** Logarithm of what the deviations of a drag's prior leave open, and how far the drawn length is from the class's. */
export function drawnCost(
  { along, across, headingSigmaRad }: BoxPrior,
  drawnM: number,
  classSize: Dimensions | null,
  endSigmaM: number,
): number {
  const sigmas = along.middleSigma * along.sizeSigma * across.middleSigma * across.sizeSigma * headingSigmaRad
  if (!classSize) return Math.log(sigmas)
  const apartSigma = Math.hypot(Math.SQRT2 * endSigmaM, spread(classSize.length, LENGTH_SHARE))
  return Math.log(sigmas * apartSigma) + misfit((drawnM - classSize.length) / apartSigma)
}
