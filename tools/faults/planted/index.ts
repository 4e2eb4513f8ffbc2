import type { PlantedFault } from '../planted-fault.ts'
import { faultsOfDecisions } from './decisions.ts'
import { faultsOfEdges } from './edges.ts'
import { faultsOfProcesses } from './processes.ts'
import { faultsOfService } from './service.ts'
import { faultsOfWeb } from './web.ts'
import { faultsOfWork } from './work.ts'

/** What this service must never get wrong, one fault of each kind; those that need a browser or real processes last. */
export const plantedFaults: readonly PlantedFault[] = [
  ...faultsOfDecisions,
  ...faultsOfWork,
  ...faultsOfEdges,
  ...faultsOfService,
  ...faultsOfProcesses,
  ...faultsOfWeb,
].toSorted((one, other) => Number(isJourney(one)) - Number(isJourney(other)))

function isJourney({ tests }: PlantedFault): boolean {
  return tests.some((path) => /^tests\/(journeys|machine)\//.test(path))
}
