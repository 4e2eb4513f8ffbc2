import { join } from 'node:path'
import { mergeConfig } from 'vitest/config'
import config from '../../vitest.config.ts'

/** All tests as ever; workers write what they executed at the end of each file, because they do not live to their own end. */
export default mergeConfig(config, {
  root: join(import.meta.dirname, '../..'),
  test: { setupFiles: [join(import.meta.dirname, 'write-after-file.ts')] },
})
