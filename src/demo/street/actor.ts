import type { ActorClassName } from './classes.ts'
import type { Solid } from './solid.ts'

/** `liftM`: how far its ground is above the road. */
export type StreetPlace = { x: number; y: number; yawRad: number; liftM?: number }

/** Something that moves or could: what it is made of around its own origin on the ground, and where it is when. */
export type StreetActor = {
  className: ActorClassName
  /** Number within its class, from 1. */
  instance: number
  stationary: boolean
  parts: readonly Solid[]
  /** Whether its box extends to the ground below it, as people draw it, instead of to its lowest part. */
  boxedFromGround?: boolean
  /** Position of its ground point and direction of motion, in the street's frame. */
  at(seconds: number): StreetPlace
}

export type NewActor = Omit<StreetActor, 'instance'>
