import {
  CheckGenericCreateBodySchema,
  CheckGroupCreateBodySchema,
  CheckGroupV2CreateBodySchema,
  TestJobSchema,
} from '#contract'
import type { SharedFile, TestJobHead, TestRunBody } from '#contract'
import { Fault } from '#kernel'
import type { CheckInput, GroupDraft } from '#management'
import type { NewTestJob } from '#runs'
import type { TSchema } from 'typebox'
import { faultOfProblems, smallBody, validatorOf } from '#validation'
import { checkBodyOfJob } from './check-body-of-job.ts'

/** A job as it can run, and what its client calls it. */
export interface ReadTestJob extends NewTestJob {
  readonly logicalId: string
  /** The id by which the client follows the session; null when it does not say one. */
  readonly suiteId: string | null
}

/** The files of the scripts of all jobs, in characters: a file counts once for each job that imports it. */
const maxFileCharacters = 50_000_000

/** The jobs of a body, each valid by the schemas of creating its check and its group. Throws TEST_JOB_INVALID. */
export function readTestJobs({ checkRunJobs, sharedFiles = [] }: TestRunBody): ReadTestJob[] {
  const files = new FileShare(sharedFiles)
  const jobs = checkRunJobs.map((job, index) => {
    try {
      return readJob(job, files)
    } catch (error) {
      throw error instanceof Fault ? jobFault(error, index, job['name']) : error
    }
  })
  const ids = jobs.map(({ logicalId }) => logicalId)
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) !== index)
  if (repeated < 0) return jobs
  const values = { index: repeated, name: ids[repeated] ?? '', problem: 'another job has the same logicalId' }
  throw new Fault('TEST_JOB_INVALID', { values })
}

/** The files that jobs import, within a limit for all of them. */
class FileShare {
  readonly #files: readonly SharedFile[]
  #left = maxFileCharacters

  constructor(files: readonly SharedFile[]) {
    this.#files = files
  }

  take(index: number): SharedFile {
    const file = this.#files[index]
    if (file === undefined) throw invalid(`there is no shared file with the index ${index}`)
    this.#left -= file.content.length
    if (this.#left < 0) throw invalid(`the jobs import more than ${maxFileCharacters} characters of files`)
    return file
  }
}

function readJob(job: Record<string, unknown>, files: FileShare): ReadTestJob {
  const head = validated<TestJobHead>(TestJobSchema, { ...job })
  const body = validated<CheckInput & { readonly checkType: NewTestJob['checkType'] }>(
    CheckGenericCreateBodySchema,
    checkBodyOfJob(job, { groupId: storedGroupId(head), fileAt: (index) => files.take(index) }),
  )
  return {
    checkType: body.checkType,
    body,
    group: head.group ? groupOf(head.group) : null,
    retryStrategy: head.testRetryStrategy ?? null,
    updatesSnapshots: head.sourceInfo?.updateSnapshots ?? false,
    logicalId: head.logicalId,
    suiteId: head.sourceInfo?.checkRunSuiteId?.toLowerCase() ?? null,
  }
}

const groupReference = /^check-group-(\d{1,15})$/

/** The id of a saved group; null when the job has none, or brings its own. */
function storedGroupId({ group, groupId }: TestJobHead): number | null {
  if (group || !groupId) return null
  const { ref } = groupId
  const id = groupReference.exec(String(ref))?.[1]
  if (id === undefined) throw invalid(`groupId: there is no group ${String(ref)}`)
  return Number(id)
}

function groupOf({ v, ...given }: Record<string, unknown>): GroupDraft {
  const generation = v === 2 ? 2 : 1
  const schema = generation === 2 ? CheckGroupV2CreateBodySchema : CheckGroupCreateBodySchema
  // Every job runs in the location of its session.
  const { locations: _locations, privateLocations: _private, ...body } = given
  return { generation, body: validated<GroupDraft['body']>(schema, body) }
}

/** The cast is safe because the value was validated against the schema of the type. */
function validated<T>(schema: TSchema, value: object): T {
  const problems = validatorOf('body', schema)(value, JSON.stringify(value).length <= smallBody)
  if (problems) throw faultOfProblems('BODY_INVALID', problems, 'check')
  return value as T
}

const invalid = (problems: string): Fault => new Fault('BODY_INVALID', { values: { problems } })

const jobFault = (fault: Fault, index: number, name: unknown): Fault =>
  new Fault('TEST_JOB_INVALID', {
    values: { index, name: String(name), problem: fault.message },
    attributes: fault.attributes,
    problems: fault.problems.map((problem) => ({ ...problem, path: `checkRunJobs[${index}].${problem.path}` })),
  })
