import type { IgnoredRegion, IgnoreRules } from '../../model/compare/ignoreRules.ts'
import { type Fault, faultAt } from '../errors/fault.ts'
import { isJsonObject, type JsonObject, own } from '../results/read.ts'
import { readBetween } from './readBetween.ts'

const KNOWN = 'labels, hidden, distance_m, area_px or regions'
const MOST_REGIONS = 10_000
const FARTHEST = 1e9

/** Reads `{labels?, hidden?, distance_m?: [from, to], area_px?: [from, to], regions?}`; null with faults. */
export function readIgnore(given: unknown, field: string, failures: Fault[]): IgnoreRules | null {
  if (!isJsonObject(given)) {
    failures.push(faultAt(field, 'INVALID_TYPE', 'an object', given))
    return null
  }
  for (const name of Object.keys(given)) {
    if (!KNOWN.split(/, | or /).includes(name)) failures.push(faultAt(`${field}.${name}`, 'UNKNOWN', KNOWN, name))
  }
  const hidden = own(given, 'hidden') ?? false
  if (typeof hidden !== 'boolean') failures.push(faultAt(`${field}.hidden`, 'INVALID_TYPE', 'true or false', hidden))
  const band = (name: 'distance_m' | 'area_px') => readBand(own(given, name), `${field}.${name}`, failures)
  return {
    labels: listAt(given, 'labels', field, failures).flatMap((label, i) => {
      if (typeof label === 'string') return [label]
      failures.push(faultAt(`${field}.labels[${i}]`, 'INVALID_TYPE', 'text', label))
      return []
    }),
    hidden: hidden === true,
    distanceM: band('distance_m'),
    areaPx: band('area_px'),
    regions: listAt(given, 'regions', field, failures).flatMap((region, i) => {
      return readRegion(region, `${field}.regions[${i}]`, failures) ?? []
    }),
  }
}

function listAt(given: JsonObject, name: 'labels' | 'regions', field: string, failures: Fault[]): readonly unknown[] {
  const list = own(given, name) ?? []
  if (Array.isArray(list) && list.length <= MOST_REGIONS) return list
  const type = Array.isArray(list) ? 'OUT_OF_RANGE' : 'INVALID_TYPE'
  failures.push(faultAt(`${field}.${name}`, type, `a list of at most ${MOST_REGIONS}`, list))
  return []
}

function readBand(given: unknown, field: string, failures: Fault[]): { from: number; to: number } | null {
  if (given === undefined || given === null) return null
  if (!Array.isArray(given) || given.length !== 2) {
    failures.push(faultAt(field, 'INVALID_TYPE', 'a list [from, to]', given))
    return null
  }
  const from = readBetween(given[0], `${field}[0]`, 0, FARTHEST, failures) ?? 0
  const to = given[1] === null ? Infinity : (readBetween(given[1], `${field}[1]`, 0, FARTHEST, failures) ?? Infinity)
  if (to < from) failures.push(faultAt(field, 'OUT_OF_RANGE', 'from below to', given))
  return { from, to }
}

function readRegion(given: unknown, field: string, failures: Fault[]): IgnoredRegion | null {
  if (!isJsonObject(given)) {
    failures.push(faultAt(field, 'INVALID_TYPE', 'an object', given))
    return null
  }
  const nameAt = (name: 'frame_id' | 'sensor_id') => {
    const value = own(given, name) ?? null
    if (value === null || typeof value === 'string') return value
    failures.push(faultAt(`${field}.${name}`, 'INVALID_TYPE', 'text', value))
    return null
  }
  return {
    points: readPolygon(own(given, 'points'), `${field}.points`, failures),
    frameId: nameAt('frame_id'),
    sensorId: nameAt('sensor_id'),
  }
}

function readPolygon(given: unknown, field: string, failures: Fault[]): IgnoredRegion['points'] {
  if (!Array.isArray(given)) {
    failures.push(faultAt(field, given === undefined ? 'MISSING' : 'INVALID_TYPE', 'a list of points', given))
    return []
  }
  if (given.length < 3) failures.push(faultAt(field, 'OUT_OF_RANGE', 'at least three points', given))
  return given.flatMap((point: unknown, i) => {
    if (!isJsonObject(point)) {
      failures.push(faultAt(`${field}[${i}]`, 'INVALID_TYPE', 'an object', point))
      return []
    }
    const [x, y] = [own(point, 'x'), own(point, 'y')]
    if (typeof x === 'number' && typeof y === 'number') return [{ x, y }]
    const [name, value] = typeof x === 'number' ? ['y', y] : ['x', x]
    failures.push(
      faultAt(`${field}[${i}].${name}`, value === undefined ? 'MISSING' : 'INVALID_TYPE', 'a number', value),
    )
    return []
  })
}
