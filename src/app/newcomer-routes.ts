/** Adds the routes of visitors and of students who are new here: a student's first bundle is built without them. */
import '#src/routeTree.gen.ts'
