import { testRuntimes } from '../tests/support/test-runtimes.ts'

// Started beside a run of all tests: those that need a runtime wait until it is installed, and the others do not.
await testRuntimes().keepInstalled(['2026.04', '2025.04'])
