import { assetReferences } from '../asset-references.ts'
import { describeTestFile, testFileEvaluation } from '../test-file/evaluate-test-file.ts'
import type { CheckTypeEvaluation } from './check-type-evaluation.ts'

const framework = 'PLAYWRIGHT'
const nothingCounted = { consoleErrors: 0, networkErrors: 0, documentErrors: 0, userScriptErrors: 0 }

export const BROWSER: CheckTypeEvaluation<'BROWSER'> = {
  ...testFileEvaluation,
  describe: (task, observation) => ({
    type: framework,
    traceSummary: observation.answer?.traceSummary ?? nothingCounted,
    pages: observation.answer?.pages ?? [],
    playwrightTestVideos: assetReferences(observation, 'video'),
    ...describeTestFile(task, observation),
  }),
}
