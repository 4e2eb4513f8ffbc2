/** The seed that the environment asks for, which repeats what a failure names. */
export const givenSeed = process.env['TEST_SEED'] === undefined ? undefined : Number(process.env['TEST_SEED'])

/** What tests that draw at random begin with: the same in each run of the gate, another one in the tests of machines. */
export const testSeed = givenSeed ?? 1
