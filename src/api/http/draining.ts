/**
 * Before the service stops it says so for a while: readyz is 503 and every answer closes its connection, but calls are
 * taken as ever, so that a balancer has time to send them elsewhere.
 */
export interface Draining {
  started: boolean
}
