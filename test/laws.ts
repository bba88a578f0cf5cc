import fc from 'fast-check'

// One seed for all laws, so that a passing law fails only after the code changes. `npm run laws` searches new ground,
// and a counterexample found there is kept as a separate example.
const DEFAULT_SEED = 20_260_101

fc.configureGlobal({ seed: Number(process.env.FIDUCIAL_LAWS_SEED ?? DEFAULT_SEED) })

export { default } from 'fast-check'
