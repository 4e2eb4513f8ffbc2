/** The seed from the environment, with which a failure can be repeated. */
export const givenSeed = process.env['TEST_SEED'] === undefined ? undefined : Number(process.env['TEST_SEED'])

/** The seed of randomised tests: the same in each run of the gate, another one in the machine tests. */
export const testSeed = givenSeed ?? 1
