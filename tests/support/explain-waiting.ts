import { afterAll, beforeEach } from 'vitest'
import { describeWaiting, endOfFile, startOfTest } from './waiting.ts'

// A test that reaches its time limit reports what it was waiting for.
beforeEach(({ onTestFailed }) => {
  startOfTest()
  onTestFailed(({ task }) => {
    const [error] = task.result?.errors ?? []
    const text = describeWaiting()
    if (error !== undefined && text !== '') error.message = `${error.message}\n${text}`
  })
})

afterAll(endOfFile)
