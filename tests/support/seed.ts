// Runs before each test file: property tests take the seed of the run, so that `--sequence.seed` repeats them too.
import { configureGlobal } from 'fast-check'
import { SEED } from './random.ts'

configureGlobal({ seed: SEED })
