/** x y z after one another, point by point, in the order of the file; NaN where a point is missing. */
export type Positions = Float64Array | Float32Array
