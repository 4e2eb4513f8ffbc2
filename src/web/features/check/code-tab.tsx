import { Suspense } from 'react'
import { lazyOptional } from '../../ui/lazy-optional.ts'
import { Loading } from '../../ui/states.tsx'
import type { Check } from './api.ts'

const CheckCodeBlocks = lazyOptional(
  async () => (await import('../../check-code/check-code-blocks.tsx')).CheckCodeBlocks,
)

/** The check as code, without its secrets. */
export const CodeTab = ({ check }: { readonly check: Check }) => (
  <Suspense fallback={<Loading />}>
    <CheckCodeBlocks check={check} />
  </Suspense>
)
