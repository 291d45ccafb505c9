module downpour.local/client

go 1.24
