import { buildWhenStale } from '../../scripts/build/app-build.ts'

/** Before any product starts, whose own limit is too short for a build. */
export default (): Promise<void> => buildWhenStale(() => process.stdout.write('Building the app…\n'))
