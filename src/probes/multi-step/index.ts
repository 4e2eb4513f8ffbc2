import type { Probe } from '../probe.ts'
import { observeTestFile } from '../test-file/observe-test-file.ts'

/** Runs the test file of a multi-step check without a browser. The response time is that of its tests. */
export const MULTI_STEP: Probe<'MULTI_STEP'> = (task, tools) => observeTestFile(task, tools, 'multi-step')
