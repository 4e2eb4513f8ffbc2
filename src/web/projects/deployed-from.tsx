import { GitCommitHorizontal } from 'lucide-react'
import { lateTexts } from '../strings/late.ts'
import { Note } from '../ui/note.tsx'
import { useCommit } from './use-commit.ts'

const words = lateTexts.projects

interface Owned {
  readonly projectBindings?:
    | { readonly owner: { readonly project: { readonly id: string; readonly name: string } } | null }
    | undefined
}

/** The project of code that a resource is deployed from, and its commit; nothing for what people made by hand. */
export function DeployedFrom({ projectBindings }: Owned) {
  const project = projectBindings?.owner?.project
  if (!project) return null
  return (
    <p className="padx mt8 row small">
      <GitCommitHorizontal className="ic s" aria-hidden="true" />
      <Origin {...project} />
    </p>
  )
}

/** The same before somebody edits the resource: their changes do not last. */
export function EditedBesideCode({ projectBindings }: Owned) {
  const project = projectBindings?.owner?.project
  if (!project) return null
  return (
    <Note kind="degraded">
      <GitCommitHorizontal className="ic s" aria-hidden="true" />
      <div className="grow">
        <p>
          <Origin {...project} />
        </p>
        <p>{words.overwrites}</p>
      </div>
    </Note>
  )
}

function Origin({ id, name }: { readonly id: string; readonly name: string }) {
  const commit = useCommit(id)
  return (
    <span>
      {words.deployedFrom} <b>{name}</b>
      {commit !== undefined && `, ${words.commit(commit)}`}
    </span>
  )
}
