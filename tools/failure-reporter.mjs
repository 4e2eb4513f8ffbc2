// Prints each failed test at the moment it fails, so that failures are visible before a long run ends.
export default class FailureReporter {
  onTestCaseResult(testCase) {
    const result = testCase.result()
    if (result.state !== 'failed') return
    const [error] = result.errors
    const frame = error?.stacks?.[0]
    const lines = [
      `FAILED ${testCase.module.relativeModuleId} > ${testCase.fullName}`,
      `  ${error?.message ?? 'no message'}`,
    ]
    if (frame) lines.push(`  at ${frame.file}:${frame.line}:${frame.column}`)
    process.stdout.write(`${lines.join('\n')}\n`)
  }
}
