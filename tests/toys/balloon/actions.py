from dogpark.kernel.actions import ActionTable, Kind

TABLE = ActionTable(Kind("blow"))
