/** Adds the routes of visitors and of new students to those of a student. */
import '#src/routeTree.newcomers.gen.ts'
