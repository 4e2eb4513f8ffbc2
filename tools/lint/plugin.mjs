import { columns } from './columns.mjs'
import { egress } from './egress.mjs'
import { faults } from './faults.mjs'
import { featureImports, featureOperations } from './features.mjs'
import { fileNames } from './file-names.mjs'
import { imports } from './imports.mjs'
import { mocks } from './mocks.mjs'
import { sandboxes } from './sandboxes.mjs'
import { testWaits } from './test-waits.mjs'
import { time } from './time.mjs'
import { touch } from './touch.mjs'

export default {
  meta: { name: 'rooms' },
  rules: {
    columns,
    imports,
    touch,
    time,
    egress,
    faults,
    mocks,
    sandboxes,
    'feature-imports': featureImports,
    'feature-operations': featureOperations,
    'file-names': fileNames,
    'test-waits': testWaits,
  },
}
