import type { Probe } from '../probe.ts'
import { observeTestFile } from '../test-file/observe-test-file.ts'

/** Runs the test file of a browser check with Chromium. The response time is that of its tests. */
export const BROWSER: Probe<'BROWSER'> = (task, tools) => observeTestFile(task, tools, 'browser')
