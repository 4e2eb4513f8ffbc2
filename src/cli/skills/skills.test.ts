import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadDirectory } from '#resource-files'
import { skillText } from './skill-text.ts'

it('the example of the skill file is a project that can be applied', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'skill-'))
  writeFileSync(join(directory, 'shop.yaml'), /```yaml\n([\s\S]*?)```/.exec(skillText)?.[1] ?? '')
  const loaded = await loadDirectory(directory, { environment: {}, runsModules: false })
  rmSync(directory, { recursive: true })
  expect(loaded).toMatchObject({
    deployment: { project: { logicalId: 'shop' }, resources: [{ type: 'check' }, {}, { type: 'alert-channel' }] },
  })
})
