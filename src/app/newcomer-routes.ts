/** Adds the routes of visitors and of students who are new here to a student's. */
import '#src/routeTree.newcomers.gen.ts'
