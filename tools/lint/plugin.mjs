import { columns } from './columns.mjs'
import { egress } from './egress.mjs'
import { faults } from './faults.mjs'
import { fileNames } from './file-names.mjs'
import { imports } from './imports.mjs'
import { mocks } from './mocks.mjs'
import { sandboxes } from './sandboxes.mjs'
import { touch } from './touch.mjs'

export default {
  meta: { name: 'rooms' },
  rules: { columns, imports, touch, egress, faults, mocks, sandboxes, 'file-names': fileNames },
}
