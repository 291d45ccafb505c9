module downpour.test/clients

go 1.24

require downpour.local/client v0.0.0

replace downpour.local/client => ../../../../clients/go
