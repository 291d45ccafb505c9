/** A first document, as `downpour init` writes it. A test compares them. */
export const example = `# A benchmark to begin with.

name: example

# The target of the load. \`!param NAME default\` takes the value of -P NAME=value on the command line, or else the default.
http:
  host: !param HOST https://shop.example.com
  # Largest number of connections to the target at the same time.
  sharedConnections: 20
  # A request without an answer after this time has failed.
  requestTimeout: 10s

# The phases of the load. They run at the same time unless one waits for another; this document has one.
phases:
  - visitors:
      constantRate:
        # New users per second, even if earlier users still run. Each user runs the scenario once.
        usersPerSec: !param RATE 2
        # False: users arrive at even intervals. True: they arrive at random, as people do.
        variance: false
        # New users arrive for this long.
        duration: 10s
        # Users who still run this long after the start of the phase are stopped.
        maxDuration: 40s
        # Largest number of users at the same time. The phase fails if it needs more.
        maxSessions: 500
        # Each user runs the sequences one after another, and the steps of each sequence one after another.
        scenario:
          - frontPage:
              # A request. Add \`headers:\` below it, or another step after it.
              - httpRequest:
                  GET: /
                  metric: frontPage
`;
