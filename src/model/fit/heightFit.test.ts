import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/laws.ts'
import { fitHeight } from './heightFit.ts'

const usual = { size: 1.6, sizeSigma: 0.16 }
/** Heights of points in rows as beams meet a body of this height, its uppermost row with the fewest. */
const rowsUpTo = (height: number, rows: number): number[] =>
  Array.from({ length: rows }, (_, row) => {
    const at = (height * (row + 1)) / rows
    return Array.from({ length: row === rows - 1 ? 5 : 12 }, () => at)
  }).flat()

test('law: a box ends where its points end, however much higher or lower than its class', () => {
  fc.assert(
    fc.property(fc.double({ min: 1.4, max: 2, noNaN: true }), fc.integer({ min: 12, max: 20 }), (height, rows) => {
      const fitted = fitHeight(Float64Array.from(rowsUpTo(height, rows)), usual)
      assert.ok(fitted.height > height - 0.08, `${fitted.height} cuts off ${height}`)
      assert.ok(fitted.height < height + 2 * (height / rows), `${fitted.height} goes beyond ${height}`)
    }),
  )
})

test('a single point of the roof behind a windscreen is in the box, one as far above it is not', () => {
  const body = [...rowsUpTo(1.4, 15), ...rowsUpTo(1.4, 15)]
  const withPoint = (height: number): number => fitHeight(Float64Array.from([...body, height]), usual).height
  assert.ok(withPoint(1.62) > 1.6, `${withPoint(1.62)}`)
  assert.ok(withPoint(2.2) < 1.6, `${withPoint(2.2)}`)
})

test('law: points that hang clear above a body change next to nothing, however many they are', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1.4, max: 1.8, noNaN: true }),
      fc.double({ min: 0.6, max: 1.2, noNaN: true }),
      fc.integer({ min: 1, max: 150 }),
      (height, clear, count) => {
        const body = rowsUpTo(height, 15)
        const hanging = Array.from({ length: count }, (_, i) => height + clear + (0.5 * i) / count)
        const alone = fitHeight(Float64Array.from(body), usual)
        const under = fitHeight(Float64Array.from([...body, ...hanging]), usual)
        assert.ok(Math.abs(under.height - alone.height) < 0.06, `${under.height}, alone ${alone.height}`)
      },
    ),
  )
})
