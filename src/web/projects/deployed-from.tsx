import { GitCommitHorizontal } from 'lucide-react'
import { lateTexts } from '../strings/late.ts'
import { Note } from '../ui/note.tsx'
import { ChangedByHand } from './changed-by-hand.tsx'
import type { OwnedResource } from './changed-by-hand.tsx'
import { useCommit } from './use-commit.ts'

const words = lateTexts.projects

interface Owned extends Pick<OwnedResource, 'type'> {
  readonly resource:
    | {
        readonly id: string | number
        readonly projectBindings?: { readonly owner: { readonly project: Project } | null } | undefined
      }
    | null
    | undefined
}

interface Project {
  readonly id: string
  readonly logicalId: string
  readonly name: string
}

/** The project of code that a resource is deployed from, and what people changed since; nothing for what they made. */
export function DeployedFrom({ type, resource }: Owned) {
  const project = resource?.projectBindings?.owner?.project
  if (!project) return null
  return (
    <div className="padx mt8 small">
      <p className="row">
        <GitCommitHorizontal className="ic s" aria-hidden="true" />
        <Origin {...project} />
      </p>
      <ChangedByHand type={type} id={resource.id} projectLogicalId={project.logicalId} />
    </div>
  )
}

/** The same before somebody edits the resource: their changes do not last. */
export function EditedBesideCode({ type, resource }: Owned) {
  const project = resource?.projectBindings?.owner?.project
  if (!project) return null
  return (
    <Note kind="degraded">
      <GitCommitHorizontal className="ic s" aria-hidden="true" />
      <div className="grow">
        <p>
          <Origin {...project} />
        </p>
        <p>{words.overwrites}</p>
        <ChangedByHand type={type} id={resource.id} projectLogicalId={project.logicalId} />
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
