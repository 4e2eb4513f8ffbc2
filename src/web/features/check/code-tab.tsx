import { Suspense } from 'react'
import { latePart } from '../../ui/late-part.ts'
import { Loading } from '../../ui/states.tsx'
import type { Check } from './check-screen.tsx'

const CheckCodeBlocks = latePart(async () => (await import('./check-code-blocks.tsx')).CheckCodeBlocks)

/** The check as code, without its secrets. */
export const CodeTab = ({ check }: { readonly check: Check }) => (
  <Suspense fallback={<Loading />}>
    <CheckCodeBlocks check={check} />
  </Suspense>
)
