/** Half width of the carriageway, then of the carriageway with its parking strips, then with the sidewalks. */
export const LANES_HALF_M = 3.5
export const ROAD_HALF_M = 6
export const WALK_HALF_M = 10

/** Middle of the lane that the recording car drives in. */
export const EGO_LANE_Y = -1.75
